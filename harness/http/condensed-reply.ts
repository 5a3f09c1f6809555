import { isObject, type JsonValue } from '../json/exact-json.ts';
import { keptText } from '../report/cut-body.ts';
import { type Reply, recordOf } from './reply.ts';

/** Ten times the largest page. */
const MOST_PETS = 1_000;
const PET_FIELDS = ['id', 'name', 'categoryId', 'status'];

/** A reply that can be kept: if its body is too large to be recorded whole, only the documented fields. */
export function condensed(reply: Reply): Reply {
  if (reply.body.whole !== undefined) return reply;
  const { text, encoding, json } = reply;
  const leaksKey = reply.leaksKey();
  const kept = { ...recordOf(reply), text: keptText(text), encoding, leaksKey: () => leaksKey };
  if (!json.ok) return { ...kept, json };
  const { value } = json;
  const pets = Array.isArray(value) ? value.slice(0, MOST_PETS).map(condensedPet) : condensedPet(value);
  return { ...kept, json: { ok: true, value: pets } };
}

function condensedPet(value: JsonValue): JsonValue {
  if (!isObject(value)) return condensedField(value);
  const fields = Object.entries(value).filter(([name]) => PET_FIELDS.includes(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, condensedField(field)]));
}

function condensedField(value: JsonValue): JsonValue {
  if (typeof value === 'string') return keptText(value);
  return typeof value === 'object' && value !== null ? [] : value;
}
