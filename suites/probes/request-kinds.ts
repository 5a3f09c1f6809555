import { jsonOf } from '../../harness/json/exact-json.ts';
import type { RequestKind } from '../../harness/model/conclusion.ts';
import type { Exchange } from '../../harness/model/exchange.ts';
import { read } from '../reading/reading.ts';
import { type Asked, classify } from '../reading/request.ts';
import type { Scope } from '../reading/scope.ts';
import { requirementsAbout } from '../requirements/index.ts';

/** The most general kind of refusals: what writes them may never end. */
const REFUSED = 'to be refused';
/** Who has the right key, and sends what is wrong. */
const INVALID = 'invalid input';
/** One parser reads all of them, and often without catching what it throws. */
const NOT_JSON = 'a body that is not JSON';
const REFUSED_WITH_401 = 'to be refused with 401';

const requirementKinds = (asked: Asked) =>
  requirementsAbout(asked).flatMap(({ id, everywhere }) => (everywhere ? [] : [`about ${id}`]));

/**
 * What a request has in common with others, the most general first. Where requests get no answer, nothing of their kind
 * is sent any more, so kinds that a service treats differently are kept apart: the right key and others, valid bodies and
 * others, ids that a response has shown and others. An undocumented request is of no kind.
 */
export function requestKinds(scope: Scope, record: readonly Exchange[]) {
  const known = new Set<string>();
  let seen = 0;
  let attempt: number | undefined;
  const isKnown = (id: string) => {
    for (; seen < record.length; seen += 1) {
      const exchange = record[seen];
      // What an earlier attempt showed is lost.
      if (exchange?.attempt !== attempt) known.clear();
      attempt = exchange?.attempt;
      if (exchange?.status === 200 || exchange?.status === 201)
        for (const shown of read(exchange, scope).ids) known.add(shown);
    }
    return known.has(id);
  };
  return ({ request, input = [] }: Pick<Exchange, 'request'> & { readonly input?: readonly string[] | undefined }) => {
    const asked = classify(request, scope);
    const { operation, credential, sent, petId } = asked;
    if (operation === undefined) return [];
    const kind = (text: string): RequestKind => ({ operation, input: text });
    if (credential !== 'right') return [REFUSED, REFUSED_WITH_401, `credential: ${credential}`, ...input].map(kind);
    const [, search = ''] = request.path.split(/\?(.*)/s);
    const isKept = petId !== undefined && isKnown(petId);
    const isValid = { createPet: sent !== undefined, listPets: asked.page?.isExact === true, getPet: isKept }[
      operation
    ];
    const inputs = [
      ...(isValid ? [] : [REFUSED, INVALID]),
      ...(operation === 'createPet' ? [sent ? 'valid body' : 'invalid body'] : []),
      ...(operation === 'createPet' && jsonOf(request.body ?? '') === undefined ? [NOT_JSON] : []),
      ...(petId === undefined ? requirementKinds(asked) : [isKept ? 'id of a pet' : 'unknown id']),
      ...search.split('&').filter(Boolean),
      ...input,
    ];
    return [{ operation }, ...inputs.map(kind)];
  };
}
