import { codex } from './drivers/codex.ts'
import { clientSuite } from './suite.ts'

clientSuite(codex)
