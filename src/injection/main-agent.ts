/** The agent that a session itself is. */
export const MAIN = 'main'
