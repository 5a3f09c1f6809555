type Write = (name: string, categoryId: bigint) => string;

/** A body that a conforming server refuses with 400, made from the fields of one that it accepts. */
export interface BadBody {
  readonly label: string;
  readonly write: Write;
}

const quoted = (text: string) => JSON.stringify(text);
const valid: Write = (name, categoryId) => `{"name":${quoted(name)},"categoryId":${categoryId}}`;

const before = (text: string): Write => {
  return (name, categoryId) => `${text}${valid(name, categoryId)}`;
};
const after = (text: string): Write => {
  return (name, categoryId) => `${valid(name, categoryId)}${text}`;
};
/** The name as it appears between the quotes, so that a bad escape or a raw character can follow it. */
const inName = (text: string): Write => {
  return (name, categoryId) => `{"name":"${quoted(name).slice(1, -1)}${text}","categoryId":${categoryId}}`;
};
const asCategory = (spell: (categoryId: bigint) => string): Write => {
  return (name, categoryId) => `{"name":${quoted(name)},"categoryId":${spell(categoryId)}}`;
};
/** A third member: its value does not decide whether the pet is valid, so only the parser can object. */
const withMember = (text: string): Write => {
  return (name, categoryId) => `{"name":${quoted(name)},"categoryId":${categoryId},${text}}`;
};

/** Deeper than the recursion limit of the usual parsers, and still only a few kilobytes. */
const DEPTH = 2000;

/** JSON, or nothing at all, but not an object. */
export const nonObjectBodies: readonly BadBody[] = [
  { label: 'empty body', write: () => '' },
  { label: 'blank body', write: () => '  ' },
  { label: 'null', write: () => 'null' },
  { label: 'number', write: () => '42' },
  { label: 'text', write: quoted },
  { label: 'pet as text', write: (name, id) => quoted(valid(name, id)) },
  { label: 'list of one pet', write: (name, id) => `[${valid(name, id)}]` },
  { label: 'lists nested 2,000 deep', write: () => '['.repeat(DEPTH) + ']'.repeat(DEPTH) },
];

/**
 * Not JSON, although some parser reads a NewPet from it. Ordered by how many real stacks accept them, those that only
 * fail on them last.
 */
export const lenientBodies: readonly BadBody[] = [
  { label: 'NaN as a value', write: withMember('"more":NaN') },
  { label: 'comment after the object', write: after(' // pet') },
  { label: 'NUL after the object', write: after('\0') },
  { label: 'form feed after the object', write: after('\f') },
  { label: 'hash comment', write: (name, id) => `{"name":${quoted(name)}, # pet\n"categoryId":${id}}` },
  { label: 'block comment', write: before('/* pet */ ') },
  { label: 'line comment', write: (name, id) => `{"name":${quoted(name)}, // pet\n"categoryId":${id}}` },
  { label: 'text after the object', write: after(' x') },
  { label: 'a second object after the first', write: (name, id) => `${valid(name, id)}\n${valid(name, id)}` },
  { label: 'escaped single quote', write: inName("\\'") },
  { label: 'raw newline in a string', write: inName('\nline') },
  { label: 'unknown escape', write: inName('\\q') },
  { label: 'hexadecimal escape', write: inName('\\x41') },
  { label: 'fraction without a leading digit', write: withMember('"more":-.5') },
  { label: 'number with leading zeros', write: asCategory((id) => `${id}`.replace(/\d/, '00$&')) },
  { label: 'number ending in a point', write: asCategory((id) => `${id}.`) },
  { label: 'comma after the last member', write: (name, id) => `{"name":${quoted(name)},"categoryId":${id},}` },
  { label: 'strings in single quotes', write: (name, id) => `{'name':'${name}','categoryId':${id}}` },
  { label: 'TRUE in capitals', write: withMember('"more":TRUE') },
  { label: 'keys without quotes', write: (name, id) => `{name: ${quoted(name)}, categoryId: ${id}}` },
  { label: 'hexadecimal number', write: asCategory((id) => `0x${id.toString(16)}`) },
  { label: 'key in curly quotes', write: withMember('“größe”:1') },
  { label: 'string of non-ASCII text cut short', write: (name, id) => `{"categoryId":${id},"name":"${name} Zoë` },
  { label: 'number with a plus sign', write: asCategory((id) => `+${id}`) },
  { label: 'equals signs and semicolons', write: (name, id) => `{"name"=${quoted(name)};"categoryId"=${id}}` },
  { label: 'guard against scripts in front', write: before(")]}'\n") },
  { label: 'YAML', write: (name, id) => `name: ${quoted(name)}\ncategoryId: ${id}\n` },
  { label: 'form', write: (name, id) => `name=${encodeURIComponent(name)}&categoryId=${id}` },
  { label: 'closing brace missing', write: (name, id) => valid(name, id).slice(0, -1) },
];
