import { randomFrom } from '../random.ts';
import type { Rules } from '../rules.ts';
import * as access from './access.ts';
import * as answer from './answer.ts';
import * as create from './create.ts';
import * as get from './get.ts';
import * as list from './list.ts';

/** The rules of a server that does what the specification documents. */
export function conformingRules(seed = 1): Rules {
  return {
    random: randomFrom(seed),
    route: access.route,
    authorised: access.authorised,
    around: answer.around,
    readLimit: list.readLimit,
    readStatusFilter: list.readStatusFilter,
    listed: list.listed,
    matches: list.matches,
    page: list.page,
    presentList: list.presentList,
    checkMediaType: create.checkMediaType,
    readText: create.readText,
    parse: create.parse,
    readFields: create.readFields,
    readName: create.readName,
    readCategoryId: create.readCategoryId,
    readStatus: create.readStatus,
    assignId: create.assignId,
    keep: create.keep,
    readPetId: get.readPetId,
    find: get.find,
    presentPet: answer.presentPet,
    refusalStatus: answer.refusalStatus,
    presentError: answer.presentError,
    headers: answer.headers,
    write: answer.write,
    encode: answer.encode,
    send: answer.send,
  };
}
