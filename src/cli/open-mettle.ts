/** The part of an opened journal that the runner itself needs. */
export interface Mettle {
  close(): Promise<void>
}

export interface OpenOptions {
  readonly cwd: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly flags: readonly string[]
  readonly surface: 'cli'
}

/** Loads the composition root only when a command needs a journal. */
export async function openMettleAt(options: OpenOptions): Promise<Mettle> {
  const root = '../open.ts'
  const { openMettle } = (await import(root)) as { openMettle(options: OpenOptions): Promise<Mettle> }
  return openMettle(options)
}
