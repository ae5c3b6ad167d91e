/** What a deed on a file gives; undefined where there is no such file, be it that another process was first. */
export function unlessGone<T>(deed: () => T): T | undefined {
  try {
    return deed()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
