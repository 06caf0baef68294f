import { tool } from 'langchain'
import { contentAndArtifact } from 'pith/langchain'
import { runBuild, schema } from './agent.ts'

export const build = tool(contentAndArtifact('build', runBuild, { maxBytes: 4096 }), {
  name: 'build',
  description: 'Builds the project',
  schema,
  responseFormat: 'content_and_artifact',
})
