/** The pages, in the order of the menu. `key` is typed after g to go there. */
export const PAGES = [
  { path: '', title: 'Overview', key: 'o' },
  { path: 'patterns', title: 'Patterns', key: 'p' },
  { path: 'runs', title: 'Runs', key: 'r' },
  { path: 'sessions', title: 'Sessions', key: 's' },
  { path: 'tasks', title: 'Tasks', key: 't' },
  { path: 'deliberations', title: 'Deliberations', key: 'd' },
  { path: 'policy', title: 'Policy', key: 'a' },
  { path: 'approvals', title: 'Approvals', key: 'w' },
  { path: 'errors', title: 'Errors', key: 'e' },
  { path: 'goals', title: 'Goals', key: 'g' },
  { path: 'insights', title: 'Insights', key: 'i' },
  { path: 'organisation', title: 'Organisation', key: 'n' },
  { path: 'health', title: 'Health', key: 'h' },
  { path: 'settings', title: 'Settings', key: ',' },
] as const
