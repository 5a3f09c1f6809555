import type { Section } from '../../harness/report/section.ts';
import { catalogue } from '../catalogue.ts';

/**
 * The specification as a map, in its own order; at the end what comes from elsewhere. A requirement is in every section
 * that it names.
 */
export const sections: readonly Section[] = [
  section('service', 'What the service does', {
    'That production and staging behave alike':
      'A run checks one address. Run the suite on both, and compare the reports.',
  }),
  section('resources', 'Resources and their fields', {
    'What a category is, and which categories exist':
      'No operation returns a category. A server may refuse one that it does not know.',
  }),
  section('pet-status', 'Resources and their fields / PetStatus'),
  section('new-pet', 'Resources and their fields / NewPet'),
  section('pet', 'Resources and their fields / Pet', {
    'That an identifier is never used again': 'No documented operation removes a pet, so no identifier becomes free.',
  }),
  section('pets', 'Resources and their fields / Pets'),
  section('error', 'Resources and their fields / Error', {
    'That people understand the message': 'A program can only check that it is text and not empty.',
  }),
  section('states', 'States and transitions', {
    'Which changes of status are allowed': 'No transition is documented, and no documented operation changes a pet.',
  }),
  section('endpoints', 'Endpoints'),
  section('list-pets', 'Endpoints / GET /pets', {
    'The pets that do not fit into 100': 'No cursor, offset or page number is documented, so no client can reach them.',
  }),
  section('create-pet', 'Endpoints / POST /pets'),
  section('get-pet', 'Endpoints / GET /pets/{petId}', {
    'That the operation is removed on the announced day':
      'Only a run after that day could see it, and a server that keeps the operation does no harm.',
  }),
  section('other-operations', 'Endpoints / Other operations', {
    'What GET /store/orders takes and returns': 'It is named but not described, so any answer is right.',
    'How pets are updated and deleted': 'Neither is described. Whether PUT, PATCH and DELETE do something is observed.',
  }),
  section('authentication', 'Authentication', {
    'How keys are issued': 'That happens outside of the interface: the suite is given a key.',
    'How long a key is valid': 'A run is too short to see a key expire, and has no way to revoke one.',
    'Levels of permission': 'None is documented, and a run has a single key.',
  }),
  section('events', 'Events', {
    'Events of any kind': 'None is described, so there is nothing to subscribe to.',
  }),
  section('errors', 'Errors', {
    'Which values code may have':
      'The set is not documented. That one condition always has the same code is checked by errors.informative.',
  }),
  section('limits', 'Limits', {
    'How many requests a client may send':
      'No rate is documented, and a search for it would be a load test. A refusal is waited out and observed.',
  }),
  section('versioning', 'Versioning', {
    'That the version is 1.0.0': 'No response carries it. Only the major version can be seen, in the path.',
    'Markers of stability': 'No documented operation has one, and it is not described how one would look.',
  }),
  section('standards', 'Standards and good practice'),
];

/** What cannot be checked comes with the reason why. */
function section(id: string, title: string, unchecked: Readonly<Record<string, string>> = {}): Section {
  const named = catalogue.filter((requirement) => titlesIn(requirement.section).includes(title));
  return {
    id,
    title,
    requires: named.filter(({ level }) => level !== 'INFO').map((requirement) => requirement.id),
    observes: named.filter(({ level }) => level === 'INFO').map((requirement) => requirement.id),
    unchecked: Object.entries(unchecked).map(([what, why]) => ({ what, why })),
  };
}

/** The titles in a reference such as "Authentication, rule 3; Endpoints / GET /pets / Responses". */
function titlesIn(reference: string): readonly string[] {
  return reference
    .replaceAll(/ \([^)]*\)|, rules? [^;]*| \/ (Responses|Query parameters|Path parameter)/g, '')
    .split('; ')
    .map((title) => (/^(RFC|Good practice)/.test(title) ? 'Standards and good practice' : title));
}
