/** Something that only advises, and must not cost the report: an error in it leaves it out. */
export function advised<T>(make: () => T, without: T, onError: (error: unknown) => void = () => undefined): T {
  try {
    return make();
  } catch (error) {
    onError(error);
    return without;
  }
}
