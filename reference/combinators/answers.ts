import { type Json, membersOf } from '../json/value.ts';
import type { Answer, Operation, Request } from '../model.ts';
import { hasFilter } from './requests.ts';

/** Some answers, as the service gives them. */
export type Answers = (answer: Answer, request: Request) => boolean;

export const anyAnswer: Answers = () => true;
export const isError: Answers = ({ status }) => status >= 400;

export const succeeds =
  (operation: Operation): Answers =>
  (answer, request) =>
    request.operation === operation && answer.status < 300;

/** Refused with this status. */
export const refused =
  (status: number, operation?: Operation): Answers =>
  (answer, request) =>
    answer.status === status && (operation ?? request.operation) === request.operation;

/** Refused with this code. */
export const coded =
  (code: string): Answers =>
  ({ content }) =>
    membersOf(content).code === code;

/** Lists that show one pet or more. */
export const anyPage: Answers = (answer, request) => succeeds('listPets')(answer, request) && petsOf(answer).length > 0;
export const plainPage: Answers = (answer, request) => anyPage(answer, request) && !hasFilter(request);
export const filteredPage: Answers = (answer, request) => anyPage(answer, request) && hasFilter(request);

export function petsOf({ content }: Answer): readonly Json[] {
  return Array.isArray(content) ? content : [];
}
