/** The event before a step, as the clients call it. */
const BEFORE_STEP = /^(?:PreToolUse|BeforeTool|tool\.execute\.before)$/i

/** Whether a client asks at this event if a step may be taken. */
export function isBeforeStep(event: string | undefined): boolean {
  return BEFORE_STEP.test(event ?? '')
}
