/** A body that is not JSON, although some parser reads a NewPet from it. A conforming server refuses it with 400. */
export interface LenientBody {
  readonly label: string;
  readonly write: (name: string, categoryId: bigint) => string;
}

type Write = LenientBody['write'];

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

export const lenientBodies: readonly LenientBody[] = [
  { label: 'text after the object', write: after(' x') },
  { label: 'NaN as a value', write: withMember('"more":NaN') },
  { label: 'a second object after the first', write: (name, id) => `${valid(name, id)}\n${valid(name, id)}` },
  { label: 'raw newline in a string', write: inName('\nline') },
  { label: 'raw tab in a string', write: inName('\ttab') },
  { label: 'number with leading zeros', write: asCategory((id) => `${id}`.replace(/\d/, '00$&')) },
  { label: 'comma after the last member', write: (name, id) => `{"name":${quoted(name)},"categoryId":${id},}` },
  { label: 'line comment', write: (name, id) => `{"name":${quoted(name)}, // pet\n"categoryId":${id}}` },
  { label: 'block comment', write: before('/* pet */ ') },
  { label: 'hash comment', write: (name, id) => `{"name":${quoted(name)}, # pet\n"categoryId":${id}}` },
  { label: 'closing brace missing', write: (name, id) => valid(name, id).slice(0, -1) },
  { label: 'one closing brace too many', write: after('}') },
  { label: 'comma after the object', write: after(',') },
  { label: 'NUL and text after the object', write: after('\0 x') },
  { label: 'number with a plus sign', write: asCategory((id) => `+${id}`) },
  { label: 'number ending in a point', write: asCategory((id) => `${id}.`) },
  { label: 'hexadecimal number', write: asCategory((id) => `0x${id.toString(16)}`) },
  { label: 'number with a digit separator', write: asCategory((id) => `${id}_0`) },
  { label: 'Infinity as a value', write: withMember('"more":-Infinity') },
  { label: 'TRUE in capitals', write: withMember('"more":TRUE') },
  { label: 'undefined as a value', write: withMember('"more":undefined') },
  { label: 'member without a value', write: withMember('"more":') },
  { label: 'strings in single quotes', write: (name, id) => `{'name':'${name}','categoryId':${id}}` },
  { label: 'keys without quotes', write: (name, id) => `{name:${quoted(name)},categoryId:${id}}` },
  { label: 'string without quotes', write: (name, id) => `{"name":${name},"categoryId":${id}}` },
  { label: 'semicolon instead of a comma', write: (name, id) => `{"name":${quoted(name)};"categoryId":${id}}` },
  { label: 'no comma between members', write: (name, id) => `{"name":${quoted(name)} "categoryId":${id}}` },
  { label: 'two commas between members', write: (name, id) => `{"name":${quoted(name)},,"categoryId":${id}}` },
  { label: 'arrow instead of a colon', write: (name, id) => `{"name"=>${quoted(name)},"categoryId"=>${id}}` },
  { label: 'unknown escape', write: inName('\\q') },
  { label: 'hexadecimal escape', write: inName('\\x41') },
  { label: 'escaped single quote', write: inName("\\'") },
  { label: 'unicode escape cut short', write: inName('\\u004') },
  { label: 'form feed between tokens', write: before('\f') },
  { label: 'no-break space between tokens', write: before('\u00a0') },
  { label: 'script-guard prefix', write: before(")]}'\n") },
  { label: 'YAML', write: (name, id) => `name: ${quoted(name)}\ncategoryId: ${id}\n` },
  { label: 'non-ASCII text where a key belongs', write: withMember('“größe”:1') },
  { label: 'string of non-ASCII text cut short', write: (name, id) => `{"categoryId":${id},"name":"${name} Zoë 🐈` },
  { label: 'fullwidth digit as a number', write: asCategory((id) => `１${id}`) },
];
