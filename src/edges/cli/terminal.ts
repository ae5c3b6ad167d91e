import { closeSync } from 'node:fs'
import { isatty } from 'node:tty'

/** Those of stdin, stdout and stderr that were a terminal when the process began. */
const BEGAN_WITH = [0, 1, 2].filter((file) => isatty(file))

/** Whether the terminal in which the process began was closed: what remains of it is none. */
export function isTerminalClosed(): boolean {
  return BEGAN_WITH.some((file) => !isatty(file))
}

/** Lets go of a terminal that was closed. Node.js gives every terminal its modes back at the end, and aborts where it cannot. */
export function leaveClosedTerminal(): void {
  for (const file of BEGAN_WITH) if (!isatty(file)) closeSync(file)
}
