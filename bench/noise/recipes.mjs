// The sessions to record: for each its command, its project, and what the outcome says.
import { recipes as buildRecipes } from './recipes/build.mjs'
import { recipes as gitRecipes } from './recipes/git.mjs'
import { recipes as languageRecipes } from './recipes/languages.mjs'
import { recipes as nodeRecipes } from './recipes/node.mjs'
import { recipes as pythonRecipes } from './recipes/python.mjs'
import { recipes as rustRecipes } from './recipes/rust.mjs'
import { recipes as screenRecipes } from './recipes/screens.mjs'
import { recipes as systemRecipes } from './recipes/system.mjs'
import { recipes as transferRecipes } from './recipes/transfer.mjs'

/**
 * @typedef {object} Recipe
 * @property {string} name
 * @property {string} tool
 * @property {string} version a command that prints the version
 * @property {string} command
 * @property {Record<string, string>} [files] the project
 * @property {string} [prepare] a command that runs before the recording
 * @property {string} [before] a command that runs unseen on the machine of the recording, such as a server
 * @property {string[]} [decisive] what the output says of the failure; without it the command must succeed
 * @property {number} [columns]
 * @property {number} [rows]
 * @property {boolean} [pipe]
 * @property {object} [env]
 * @property {[number, string][]} [keys]
 */

/** @type {Recipe[]} */
export const recipes = [
  ...nodeRecipes,
  ...pythonRecipes,
  ...rustRecipes,
  ...buildRecipes,
  ...gitRecipes,
  ...languageRecipes,
  ...screenRecipes,
  ...systemRecipes,
  ...transferRecipes,
]
