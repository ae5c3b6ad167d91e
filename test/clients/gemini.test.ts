import { gemini } from './drivers/gemini.ts'
import { clientSuite } from './suite.ts'

const hears = {
  main: ['session-start', 'prompt', 'after-tool', 'turn-end'],
  sub: ['subagent-spawn', 'after-tool'],
} as const

clientSuite(gemini, { hears })
