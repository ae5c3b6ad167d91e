/** What a client tells its model about this server. When to call comes first, for some clients cut it. */
export const INSTRUCTIONS = `Mettle remembers what earlier runs in this project learned, and counts what helped.

- Before you begin a task, call recall with the task in your own words and the files it is about. Keep what it gives in mind; it states what was seen to hold, it gives no orders.
- Before a step that is hard to take back or goes beyond the repository (push, release, deployment, migration), call gate. On needs-approval wait for a person, on deny leave it.
- When something went otherwise than expected and the next agent would not find out by itself, call record_learning with one sentence. Most tasks have none.
- When the task is done and a test, a build or a person showed how it ended, call record_outcome, with the patterns that you used in applied.
- When a pattern helped or led you astray, call record_feedback. To see on what something rests, call why.

If a tool says that it cannot reach its journal, go on without it. Tools with other names (swarm_, hivemind_, librarian_query and so on) do the same deeds for pipelines that know those names.`
