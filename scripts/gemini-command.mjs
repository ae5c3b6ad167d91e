const FRONT = /^---\n([\s\S]*?)\n---\n+/

/**
 * A command of Claude Code's form, as Gemini CLI wants it: TOML, with `{{args}}` for what the person typed behind it. What only
 * Claude Code could follow, for it knows the folder of the plugin, is left out.
 */
export function geminiCommand(markdown) {
  const description = /^description: (.*)$/m.exec(FRONT.exec(markdown)?.[1] ?? '')?.[1] ?? ''
  const paragraphs = markdown.replace(FRONT, '').trim().split('\n\n')
  const prompt = paragraphs
    .filter((paragraph) => !paragraph.includes('CLAUDE_PLUGIN_ROOT'))
    .join('\n\n')
    .replaceAll('$ARGUMENTS', '{{args}}')
  return `description = ${JSON.stringify(description)}\nprompt = '''\n${prompt}\n'''\n`
}
