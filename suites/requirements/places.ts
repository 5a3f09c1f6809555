/* Every place of the document that says something: what cites it, or why nothing can. */

/** Rules, table rows and sentences that a server can keep or break, and standards that the interface builds on. */
export const CITED = [
  'What the service does, operations',
  'What the service does, addresses',
  'PetStatus, allowed values',
  'NewPet, row name',
  'NewPet, row categoryId',
  'NewPet, row status',
  'Pet, row id',
  'Pet, fields that are always present',
  'Pets, array of Pet',
  'Error, row code',
  'Error, row message',
  'Error, row status',
  'States and transitions, rule 1',
  'States and transitions, rule 2',
  'Endpoints, required credential',
  'Endpoints, bodies in JSON',
  'GET /pets, parameter limit',
  'GET /pets, parameter status',
  'GET /pets, response 200',
  'GET /pets, response 401',
  'POST /pets, request body',
  'POST /pets, response 201',
  'POST /pets, response 400',
  'POST /pets, response 401',
  'GET /pets/{petId}, parameter petId',
  'GET /pets/{petId}, response 200',
  'GET /pets/{petId}, response 401',
  'GET /pets/{petId}, response 404',
  'GET /pets/{petId}, removal date',
  'GET /pets/{petId}, replacement',
  'Authentication, rule 1',
  'Authentication, rule 2',
  'Authentication, rule 3',
  'Errors, Error body',
  'Errors, status repeats the HTTP status',
  'Errors, row 400',
  'Errors, row 401',
  'Errors, row 404',
  'Limits, row minimum',
  'Limits, row maximum',
  'Limits, row default',
  'Versioning, rule 2',
  'Versioning, rule 3',
  'Standards, RFC 6750 section 3',
  'Standards, RFC 6750 section 5',
  'Standards, RFC 8259 section 8.1',
  'Standards, RFC 8259 section 9',
  'Standards, RFC 8594 section 3',
  'Standards, RFC 9110 section 11.1',
  'Standards, RFC 9110 section 11.6.1',
  'Standards, RFC 9745 section 2',
  'Standards, good practice',
] as const;

export type Place = (typeof CITED)[number];

/** What the document mentions and no run can check, each with the reason. */
export const UNCHECKED: Readonly<Record<string, string>> = {
  'What the service does, production and staging behave alike':
    'A run checks one address. Run the suite on both, and compare the reports.',
  'NewPet, what a category is, and which categories exist':
    'No operation returns a category. A server may refuse one that it does not know.',
  'Pet, that an identifier is never used again':
    'No documented operation removes a pet, so no identifier becomes free.',
  'Error, that people understand the message': 'A program can only check that it is text and not empty.',
  'States and transitions, which changes of status are allowed':
    'No transition is documented, and no documented operation changes a pet.',
  'GET /pets, the pets that do not fit into the largest page':
    'No cursor, offset or page number is documented, so no client can reach them.',
  'GET /pets/{petId}, that the operation is removed on the announced day':
    'Only a run after that day could see it, and a server that keeps the operation does no harm.',
  'Other operations, what GET /store/orders takes and returns':
    'It is named but not described, so any answer is right.',
  'Other operations, how pets are updated and deleted': 'Neither is described, and no pet is changed to find out.',
  'Authentication, how keys are issued': 'That happens outside of the interface: the suite is given a key.',
  'Authentication, how long a key is valid': 'A run is too short to see a key expire, and has no way to revoke one.',
  'Authentication, levels of permission': 'None is documented, and a run has a single key.',
  'Events, events of any kind': 'None is described, so there is nothing to subscribe to.',
  'Errors, which values code may have':
    'The set is not documented. That one condition always has the same code is checked by errors.informative.',
  'Limits, how many requests a client may send':
    'No rate is documented, and a search for it would be a load test. A refusal is waited out and observed.',
  'Versioning, that the version is 1.0.0': 'No response carries it. Only the major version can be seen, in the path.',
  'Versioning, markers of stability': 'No documented operation has one, and it is not described how one would look.',
};

/** The heading in front of the first comma. */
export function headingOf(place: string): string {
  return place.slice(0, place.indexOf(','));
}

/** What no run can check, under the heading that it is of. */
export function uncheckedStatements() {
  return Object.entries(UNCHECKED).map(([place, why]) => {
    const section = headingOf(place);
    return { section, what: place.slice(`${section}, `.length), why };
  });
}

/** Several places in words. */
export function referenceOf(places: readonly string[]): string {
  return places.join('; ');
}
