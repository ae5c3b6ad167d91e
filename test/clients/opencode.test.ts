import { opencode } from './drivers/opencode.ts'
import { clientSuite } from './suite.ts'

clientSuite(opencode, {})
