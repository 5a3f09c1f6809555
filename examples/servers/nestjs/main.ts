import 'reflect-metadata';
import { createHash, timingSafeEqual } from 'node:crypto';
import {
  type ArgumentMetadata,
  type ArgumentsHost,
  BadRequestException,
  Body,
  type CallHandler,
  type CanActivate,
  Catch,
  Controller,
  type ExceptionFilter,
  type ExecutionContext,
  Get,
  Header,
  HttpException,
  Module,
  type NestInterceptor,
  NotFoundException,
  Param,
  type PipeTransform,
  Post,
  Query,
  UnauthorizedException,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { IsIn, IsOptional, IsString, Matches, ValidateBy, ValidateIf } from 'class-validator';
import { parse, stringify } from 'lossless-json';
import { map } from 'rxjs';

const { PORT, API_KEY = '', NAIVE: naive } = process.env;
const STATUSES = ['available', 'pending', 'sold'];

// @IsInt() refuses BigInt, and a number cannot hold every int64 (create.int64, create.out-of-range).
const isInt64 = (value: unknown) => typeof value === 'bigint' && BigInt.asIntN(64, value) === value;
const IsInt64 = () =>
  ValidateBy({ name: 'isInt64', validator: { validate: isInt64 } }, { message: 'categoryId must be an int64' });
// @IsOptional() also lets null through, which is then returned (create.null-status, body.pet-shape).
const MayBeAbsent = () =>
  naive === 'is-optional' ? IsOptional() : ValidateIf((_object, value: unknown) => value !== undefined);

class NewPet {
  @IsString() name!: string;
  @IsInt64() categoryId!: bigint;
  @MayBeAbsent() @IsIn(STATUSES) status?: string;
}

class ListQuery {
  // As text: with @Type(() => Number), '' is 0 and '0x10' is 16 (list.limit.malformed).
  @Matches(/^([1-9]\d?|100)$/) limit: string = '20';
  @MayBeAbsent() @IsIn(STATUSES) status?: string;
}

/** JSON.parse rounds integers beyond 2^53 (create.int64), so the body arrives here as text. */
class ExactJson implements PipeTransform {
  transform(text: unknown, { type }: ArgumentMetadata): unknown {
    if (type !== 'body') return text;
    const body = this.#parse(String(text));
    // ValidationPipe validates the members of a list, and nothing of null (create.bad-body).
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
    throw new BadRequestException('The body is not an object.');
  }

  #parse(text: string): unknown {
    try {
      return parse(text, undefined, (digits) => (/^-?\d+$/.test(digits) ? BigInt(digits) : Number(digits)));
    } catch {
      throw new BadRequestException('The body is not JSON.');
    }
  }
}

@Controller('v1/pets')
class PetsController {
  readonly #pets = new Map<number, object & { status?: string | undefined }>();

  @Get()
  list(@Query() { limit, status }: ListQuery) {
    const found = [...this.#pets.values()].filter((pet) => status === undefined || pet.status === status);
    return found.slice(0, Number(limit)); // The limit counts after the filter (list.status.complete).
  }

  @Post()
  create(@Body() { name, categoryId, status }: NewPet) {
    const pet = { id: this.#pets.size + 1, name, categoryId, status };
    this.#pets.set(pet.id, pet);
    return pet;
  }

  @Get(':petId')
  @Header('Deprecation', '@1764892800')
  @Header('Sunset', 'Thu, 05 Dec 2030 00:00:00 GMT')
  get(@Param('petId') petId: string) {
    // As text: parseInt('1abc') is 1 (get.invalid-id), and ParseIntPipe rounds ids beyond 2^53 (get.unknown).
    const pet = /^[1-9]\d{0,14}$/.test(petId) ? this.#pets.get(Number(petId)) : undefined;
    if (!pet) throw new NotFoundException('There is no such pet.');
    return pet;
  }
}

/** Digests have one length: timingSafeEqual throws on values of different lengths (errors.no-5xx). */
const digest = (text: string) => createHash('sha256').update(text).digest();

/** A guard runs before the pipes, so that broken JSON without a key is 401; a JSON body parser runs before it (auth.first). */
class ApiKeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { authorization = '' } = context.switchToHttp().getRequest().headers;
    // The name of the scheme has no case (auth.scheme-case).
    const [, token] = /^bearer +(\S+)$/i.exec(authorization.trim()) ?? [];
    if (token && timingSafeEqual(digest(token), digest(API_KEY))) return true;
    // Nest turns false into 403 Forbidden (auth.missing, auth.invalid-key, auth.wrong-scheme, auth.malformed).
    if (naive === 'guard-returns-false') return false;
    throw new UnauthorizedException('A valid API key is required.');
  }
}

/** Nest writes objects with JSON.stringify, which throws on a BigInt. */
class ExactResponse implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    context.switchToHttp().getResponse().type('application/json');
    return next.handle().pipe(map((value) => stringify(value)));
  }
}

/** The default filter writes `statusCode` and `error`, not `status` (errors.shape). */
@Catch()
class ErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost) {
    const status = error instanceof HttpException ? error.getStatus() : 500;
    if (status === 500) console.error(error);
    const code = { 400: 'bad_request', 401: 'unauthorized', 404: 'not_found', 500: 'internal' }[status] ?? 'refused';
    // Of a ValidationPipe it is a list, one entry per field.
    const { message } =
      error instanceof HttpException ? Object(error.getResponse()) : { message: 'Something went wrong.' };
    const response = host.switchToHttp().getResponse();
    if (status === 401) response.set('WWW-Authenticate', 'Bearer'); // auth.challenge
    response.status(status).json({ code, message: String(message), status });
  }
}

@Module({ controllers: [PetsController] })
class AppModule {}

const app = await NestFactory.create<NestExpressApplication>(AppModule, { bodyParser: false, logger: ['error'] });
app.useBodyParser('text', { type: 'application/json', limit: '1mb' });
app.useGlobalGuards(new ApiKeyGuard());
app.useGlobalInterceptors(new ExactResponse());
// Implicit conversion makes "42" of a name that is 42 (create.wrong-type).
const transformOptions = { enableImplicitConversion: naive === 'implicit-conversion' };
app.useGlobalPipes(new ExactJson(), new ValidationPipe({ transform: true, whitelist: true, transformOptions }));
if (naive !== 'default-filter') app.useGlobalFilters(new ErrorFilter());
await app.listen(Number(PORT), '127.0.0.1');
