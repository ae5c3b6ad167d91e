const LONGEST = 65_536

/** A payload that cannot be read, with the beginning of what came. */
export class UnreadPayload extends Error {
  readonly code = 'payload'
  readonly text: string

  constructor(problem: unknown, text: string) {
    super(reasonOf(problem))
    this.text = text.slice(0, LONGEST)
  }
}

/** What the parser says quotes the payload, in which there may be a password. */
function reasonOf(problem: unknown): string {
  if (problem instanceof SyntaxError) return 'the payload is not JSON, or part of it is missing'
  return problem instanceof Error ? problem.message : String(problem)
}
