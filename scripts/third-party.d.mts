/** The packages that the command line may contain. */
export const IN_COMMAND_LINE: string[]
