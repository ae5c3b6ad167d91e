/** `--labels a,b` and `--labels a --labels b` say the same. */
export function listed(values: readonly string[]): string[] {
  return values
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '')
}
