import type { Socket } from 'node:net';

/**
 * Holds back what a server answers while its request is still being sent. undici closes a connection as soon as an answer
 * is complete, also in the middle of a body in pieces, and some servers wait for the rest of such a body for ever. If the
 * server closes the connection, what it has answered is read at once.
 */
export class HeldAnswers {
  #socket: Socket | undefined;
  #chunks: Buffer[] = [];
  #isHeld = false;

  /** Before undici listens to the socket. */
  watch(socket: Socket): void {
    const { read } = socket;
    this.#socket = socket;
    socket.read = (size?: number) => {
      if (!this.#isHeld && this.#chunks.length > 0) return this.#chunks.shift() ?? null;
      const chunk: Buffer | null = read.call(socket, size);
      if (!this.#isHeld || !chunk) return chunk;
      this.#chunks.push(chunk);
      return null;
    };
    socket.prependListener('end', () => this.release());
    socket.prependListener('error', () => this.release());
  }

  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    if (this.#chunks.length > 0) this.#socket?.emit('readable');
  }
}
