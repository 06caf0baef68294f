// How a client is described: where its settings are, what pith adds to them, and what pith cannot do there.
import type { ServerPlaces } from './servers-part.ts'
import type { OwnSetting } from './settings-part.ts'

/** Where settings are looked for. */
export interface SettingsHome {
  home: string
  /** The project's folder. */
  folder: string
  env: Readonly<Record<string, string | undefined>>
  platform: string
  scope: Scope
}

/** The settings of the user, or of the project in the working directory. */
export type Scope = 'user' | 'project'

/** How pith is started, in absolute paths. */
export interface Launch {
  /** The command `pith`. */
  command: readonly string[]
  /** The shell, as a program that takes `-c`. */
  shell: string
  /** The same under the name `bash`, for clients that look at the name. */
  bash: string
  /** The same for clients that put it in front of a command line. */
  prefix: string
  /** The folder of plugins. */
  plugins: string
}

/** The numbers of a client's version. Undefined if it is unknown. */
export type Version = readonly number[] | undefined

export interface Addition {
  settings: readonly OwnSetting[]
  /** Settings that this version of the client does not take. They are removed, never added. */
  optional?: readonly OwnSetting[]
  /** What the user has to do by hand, one sentence each. */
  remarks?: readonly string[]
}

export interface ServerFile {
  path: string
  places: ServerPlaces
}

export interface Client {
  /** The name for `pith install`. */
  name: string
  /** The client's own name. */
  title: string
  /** Programs whose presence on the path shows that the client is there. */
  programs: readonly string[]
  /** The folder whose presence shows it. */
  folder(place: SettingsHome): string
  /** Settings files that pith can add to. The first that exists is used, else the last is made. */
  settingsFiles?(place: SettingsHome): string[]
  /** What a new settings file begins with. */
  newFile?: string
  /** True if what pith adds depends on the client's version. */
  needsVersion?: true
  /** What pith adds to the settings file. */
  addition?(launch: Launch, version: Version): Addition
  /** Files that list MCP servers. */
  serverFiles(place: SettingsHome): ServerFile[]
  /** Sentences about what pith does not do there, and why. */
  limits: readonly string[]
  /** What the user does after a change. */
  next: string
}
