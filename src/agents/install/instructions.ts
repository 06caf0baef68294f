/** Three lines for the instructions of an agent (AGENTS.md, CLAUDE.md), which say what the notices of pith mean. */
export const INSTRUCTIONS = `- Long outputs of tools are cut by pith. A line such as \`[...31-4970: 210K]\` stands for lines that are left out.
- The last line says how to see them: \`pith show ID --lines A-B\`, \`--grep RE\` or \`--errors\`. Do not run the command again for that.
- \`PITH=0\` in front of a command shows all of its output. Programs, pipes and files always get all of it.
`
