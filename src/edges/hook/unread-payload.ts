const LONGEST = 65_536

/** An unreadable payload, with the beginning of what arrived. */
export class UnreadPayload extends Error {
  readonly code = 'payload'
  readonly text: string

  constructor(problem: unknown, text: string) {
    super(reasonOf(problem))
    this.text = text.slice(0, LONGEST)
  }
}

/** The reason without the parser's quotation of the payload, which may contain a password. */
function reasonOf(problem: unknown): string {
  if (problem instanceof SyntaxError) return 'the payload is not JSON, or part of it is missing'
  return problem instanceof Error ? problem.message : String(problem)
}
