import { build } from 'esbuild'
import { compiledRules } from './build/rules.mjs'
await build({entryPoints:['src/index.ts'],metafile:true,bundle:true,minify:false,format:'esm',target:'es2022',platform:'neutral',outfile:`/tmp/w/cold-scratch/v/dev.mjs`,external:['node:*'],define:{PITH_VERSION:'"1"'},plugins:[compiledRules()]})
