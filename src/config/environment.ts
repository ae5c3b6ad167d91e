/** Whether a variable of the environment is a setting; those that say where to look or how to test are read before there is a configuration. */
export function isSettingVariable(variable: string): boolean {
  return variable.startsWith('METTLE_') && variable !== 'METTLE_HOME' && !variable.startsWith('METTLE_TEST_')
}
