import type { Section } from '../../harness/report/section.ts';
import type { RequirementId } from '../catalogue.ts';

type MappedSection = Section & {
  readonly requires: readonly RequirementId[];
  readonly observes: readonly RequirementId[];
};

/**
 * The specification as a map, in its own order; at the end what comes from elsewhere. A requirement is in every section
 * that it follows from.
 */
export const sections: readonly MappedSection[] = [
  {
    id: 'service',
    title: 'What the service does',
    requires: ['list.complete', 'version.path', 'history.agrees'],
    observes: [],
    unchecked: [
      {
        what: 'That production and staging behave alike',
        why: 'A run is pointed at one address. Run the suite on both, and compare the reports.',
      },
    ],
  },
  {
    id: 'resources',
    title: 'Resources and their fields',
    requires: [],
    observes: [],
    unchecked: [
      {
        what: 'What a category is, and which categories exist',
        why: 'No operation returns a category. A server may refuse one that it does not know.',
      },
    ],
  },
  {
    id: 'pet-status',
    title: 'Resources and their fields / PetStatus',
    requires: ['list.status.unknown', 'create.with-status', 'create.bad-status'],
    observes: [],
    unchecked: [],
  },
  {
    id: 'new-pet',
    title: 'Resources and their fields / NewPet',
    requires: ['create.minimal', 'create.int64', 'create.wrong-type', 'create.out-of-range'],
    observes: [
      'observed.default-status',
      'observed.unknown-fields',
      'observed.name-empty',
      'observed.name-blank',
      'observed.name-long',
      'observed.name-control-characters',
    ],
    unchecked: [],
  },
  {
    id: 'pet',
    title: 'Resources and their fields / Pet',
    requires: [
      'list.unique',
      'create.echo',
      'create.id.int64',
      'create.id.unique',
      'create.client-id',
      'body.pet-shape',
    ],
    observes: ['observed.free-client-id', 'observed.extra-fields-pet'],
    unchecked: [
      {
        what: 'That an identifier is never used again',
        why: 'No documented operation removes a pet, so no identifier becomes free.',
      },
    ],
  },
  {
    id: 'pets',
    title: 'Resources and their fields / Pets',
    requires: ['list.ok'],
    observes: [],
    unchecked: [],
  },
  {
    id: 'error',
    title: 'Resources and their fields / Error',
    requires: ['errors.shape.400', 'errors.shape.401', 'errors.shape.404', 'errors.shape.other', 'errors.informative'],
    observes: ['observed.extra-fields-error'],
    unchecked: [
      { what: 'That people understand the message', why: 'A program sees that it is text and not empty, and no more.' },
    ],
  },
  {
    id: 'states',
    title: 'States and transitions',
    requires: ['list.status.only', 'list.status.complete', 'list.status.unknown', 'create.with-status'],
    observes: [],
    unchecked: [
      {
        what: 'Which changes of status are allowed',
        why: 'No transition is documented, and no documented operation changes a pet.',
      },
    ],
  },
  {
    id: 'endpoints',
    title: 'Endpoints',
    requires: ['errors.documented-status', 'body.content-type', 'body.json', 'history.agrees'],
    observes: [
      'observed.content-type-other',
      'observed.head',
      'observed.options',
      'observed.trailing-slash',
      'observed.visibility',
      'observed.earlier-pets',
    ],
    unchecked: [],
  },
  {
    id: 'list-pets',
    title: 'Endpoints / GET /pets',
    requires: [
      'auth.missing.listPets',
      'auth.invalid-key.listPets',
      'auth.wrong-scheme.listPets',
      'list.ok',
      'list.limit.default',
      'list.limit.minimum',
      'list.limit.maximum',
      'list.limit.honoured',
      'list.limit.above-maximum',
      'list.limit.below-minimum',
      'list.limit.malformed',
      'list.status.only',
      'list.status.complete',
      'list.status.with-limit',
      'list.complete',
      'list.unique',
    ],
    observes: [
      'observed.list-order',
      'observed.limit-zero',
      'observed.limit-above-maximum',
      'observed.limit-malformed',
      'observed.status-empty',
      'observed.unknown-parameters',
      'observed.pagination',
    ],
    unchecked: [
      {
        what: 'The pets that do not fit into 100',
        why: 'No cursor, offset or page number is documented, so no client can reach them.',
      },
    ],
  },
  {
    id: 'create-pet',
    title: 'Endpoints / POST /pets',
    requires: [
      'auth.missing.createPet',
      'auth.invalid-key.createPet',
      'auth.wrong-scheme.createPet',
      'auth.no-effect',
      'create.minimal',
      'create.echo',
      'create.missing-field',
      'create.wrong-type',
      'create.out-of-range',
      'create.bad-status',
      'create.bad-body',
      'create.invalid',
      'create.no-effect',
      'create.client-id',
    ],
    observes: [],
    unchecked: [],
  },
  {
    id: 'get-pet',
    title: 'Endpoints / GET /pets/{petId}',
    requires: [
      'auth.missing.getPet',
      'auth.invalid-key.getPet',
      'auth.wrong-scheme.getPet',
      'get.found',
      'get.unknown',
      'get.invalid-id',
      'errors.shape.404',
      'deprecation.still-served',
      'deprecation.replacement',
      'deprecation.date',
    ],
    observes: [
      'observed.id-decimal',
      'observed.id-plus',
      'observed.id-leading-zeros',
      'observed.id-hexadecimal',
      'observed.id-escaped',
    ],
    unchecked: [
      {
        what: 'That the operation is removed on the announced day',
        why: 'Only a run after that day could see it, and a server that still has the operation then does no harm.',
      },
    ],
  },
  {
    id: 'other-operations',
    title: 'Endpoints / Other operations',
    requires: [],
    observes: ['observed.store-orders', 'observed.put-pet', 'observed.patch-pet', 'observed.delete-pet'],
    unchecked: [
      {
        what: 'What GET /store/orders takes and returns',
        why: 'It is named and not described, so any answer is right.',
      },
      {
        what: 'How pets are updated and deleted',
        why: 'Neither is described. Whether PUT, PATCH and DELETE do something is observed.',
      },
    ],
  },
  {
    id: 'authentication',
    title: 'Authentication',
    requires: [
      'auth.accepted',
      'auth.missing.listPets',
      'auth.missing.createPet',
      'auth.missing.getPet',
      'auth.invalid-key.listPets',
      'auth.invalid-key.createPet',
      'auth.invalid-key.getPet',
      'auth.wrong-scheme.listPets',
      'auth.wrong-scheme.createPet',
      'auth.wrong-scheme.getPet',
      'auth.malformed',
      'auth.header-only',
      'auth.no-effect',
      'auth.first',
      'errors.shape.401',
    ],
    observes: [],
    unchecked: [
      { what: 'How keys are issued', why: 'That happens outside of the interface: the suite is given a key.' },
      { what: 'How long a key is valid', why: 'A run is too short to see a key expire, and has no way to revoke one.' },
      { what: 'Levels of permission', why: 'None is documented, and a run has a single key.' },
    ],
  },
  {
    id: 'events',
    title: 'Events',
    requires: [],
    observes: [],
    unchecked: [{ what: 'Events of any kind', why: 'None is described, so there is nothing to subscribe to.' }],
  },
  {
    id: 'errors',
    title: 'Errors',
    requires: [
      'list.limit.malformed',
      'create.missing-field',
      'create.bad-body',
      'create.invalid',
      'get.unknown',
      'get.invalid-id',
      'errors.shape.400',
      'errors.shape.401',
      'errors.shape.404',
      'errors.shape.other',
      'errors.status-matches.400',
      'errors.status-matches.401',
      'errors.status-matches.404',
      'errors.status-matches.other',
      'errors.documented-status',
      'errors.no-5xx',
    ],
    observes: ['observed.error-codes'],
    unchecked: [
      {
        what: 'Which values code may have',
        why: 'The set is not documented. That one condition always has the same code is checked by errors.informative.',
      },
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    requires: [
      'list.limit.default',
      'list.limit.minimum',
      'list.limit.maximum',
      'list.limit.honoured',
      'list.limit.above-maximum',
      'list.limit.below-minimum',
      'list.status.with-limit',
    ],
    observes: ['observed.rate-limited', 'observed.interruptions', 'observed.rate-limit-headers', 'observed.latency'],
    unchecked: [
      {
        what: 'How many requests a client may send',
        why: 'No rate is documented. Looking for it would be a load test; a refusal is waited out and observed.',
      },
    ],
  },
  {
    id: 'versioning',
    title: 'Versioning',
    requires: ['deprecation.still-served', 'deprecation.date', 'deprecation.only-there', 'version.path'],
    observes: [],
    unchecked: [
      {
        what: 'That the version is 1.0.0',
        why: 'No response carries it. Only the major version can be seen, in the path.',
      },
      {
        what: 'Markers of stability',
        why: 'No documented operation has one, and it is not described how one would look.',
      },
    ],
  },
  {
    id: 'standards',
    title: 'Standards and good practice',
    requires: [
      'auth.challenge',
      'auth.scheme-case',
      'auth.first',
      'errors.informative',
      'errors.no-leak',
      'body.json',
      'deprecation.announced',
      'deprecation.only-there',
    ],
    observes: [],
    unchecked: [],
  },
];
