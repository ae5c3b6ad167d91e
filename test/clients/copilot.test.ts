import { copilot } from './drivers/copilot.ts'
import { clientSuite } from './suite.ts'

const hears = {
  // The session sees the task of its subagent as it was rewritten.
  main: ['session-start', 'prompt', 'before-tool', 'after-tool', 'subagent-spawn', 'turn-end'],
  sub: ['subagent-spawn', 'subagent-start', 'before-tool', 'after-tool'],
} as const

clientSuite(copilot, { hears })
