export const PROJECT_FILE = 'mettle.config.json'
