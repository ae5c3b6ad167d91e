import { name } from '../../domain/events/fields.ts'
import { isReservedName } from '../../domain/reserved-name.ts'

/** Who speaks through the protocol. A person does so at the command line, and nobody speaks for them here. */
export const agentName = name.refine((given) => !isReservedName(given), {
  error: 'must be the name of an agent: nobody speaks for a person here',
})
