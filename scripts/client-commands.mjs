const FRONT = /^---\n([\s\S]*?)\n---\n+/

/**
 * A command of Claude Code's form, as Gemini CLI wants it: TOML, with `{{args}}` for what the person typed behind it.
 */
export function geminiCommand(markdown) {
  const { description, prompt } = readCommand(markdown)
  return `description = ${JSON.stringify(description)}\nprompt = '''\n${prompt.replaceAll('$ARGUMENTS', '{{args}}')}\n'''\n`
}

/** Commands by the names of their files, as opencode wants them in its settings: `why.md` is `/mettle-why`. */
export function opencodeCommands(files) {
  return Object.fromEntries(
    Object.entries(files).map(([file, markdown]) => {
      const { description, prompt } = readCommand(markdown)
      return [`mettle-${file.replace(/\.md$/, '')}`, { description, template: prompt }]
    }),
  )
}

/** Leaves out what only Claude Code can use, because it knows the plugin's folder. */
function readCommand(markdown) {
  const description = /^description: (.*)$/m.exec(FRONT.exec(markdown)?.[1] ?? '')?.[1] ?? ''
  const paragraphs = markdown.replace(FRONT, '').trim().split('\n\n')
  const prompt = paragraphs.filter((paragraph) => !paragraph.includes('CLAUDE_PLUGIN_ROOT')).join('\n\n')
  return { description, prompt }
}
