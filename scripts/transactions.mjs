// What runs inside a transaction reaches nobody outside: docs/ARCHITECTURE.md says it in words. scripts/boundaries.mjs runs it.
import { readFileSync } from 'node:fs'

const SERVER = /^src\/(features\/[^/]+\/[^/]+|platform)\/server\/(?!.*\.test\.ts$).*\.ts$/

/** What asks another server, or the store of files, by the module that has it: whoever has one of these reaches out. */
const WAYS_OUT = {
  'src/platform/server/stripe.ts': ['openStripe'],
  'src/platform/server/geocoder.ts': ['Geocoder', 'openGeocoder'],
  'src/platform/server/transcriber.ts': ['Transcriber', 'openTranscriber'],
  'src/platform/server/files/store.ts': ['FileStore', 'fileStore'],
  'src/platform/server/files/stores.ts': ['openFileStore'],
  'src/platform/server/sending/delivery.ts': ['Carrier'],
  'src/platform/server/sending/email.ts': ['sendMail'],
  'src/platform/server/sending/provider-post.ts': ['postToProvider'],
  'src/platform/server/sending/push.ts': ['openPush'],
  'src/platform/server/sending/sending.ts': ['Carriers', 'openCarriers'],
  'src/platform/server/sending/twilio.ts': ['openTwilio'],
}

/** A function's name and what it takes, parentheses within parentheses twice over. */
const TAKES = /^(?:export )?(?:async )?(?:function \w+|const \w+ =\s+(?:async )?)(?:<[^(]*>)?\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/
/** A transaction of the caller's among it, and none that is only handed on to a function. */
const TAKES_ONE = /^[^(]*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*?\btx: (?:PracticeTx|DirectoryTx)\b/
const BEGINS = /^(?:export )?(?:async )?(function|const|type|class) (\w+)/
/** Begins what is done inside a transaction that is opened there. */
const OPENS_ONE = /\b(?:serveMember|withPractice|withDirectory|inPractice)\(/g
/** A part of something is judged by what is picked of it. */
const PICKED = /\bPick<\w+, (?![^>]*'(?:files|geocoder|transcriber)')[^>]*>/g

/**
 * Everything that runs inside a transaction, its caller's or one opened there, and comes to a way out: by what is handed to it, or by what it
 * calls and what that calls. A line each, with the path, and how many were looked at. `modules` are those of dependency-cruiser.
 */
export function reachingOut(modules) {
  const known = new Map(modules.filter(({ source }) => SERVER.test(source)).map((module) => [module.source, partsOf(module)]))
  const inside = [...known].flatMap(([source, { parts }]) =>
    [...parts].flatMap(([name, part]) => [
      ...(TAKES_ONE.test(part.takes) ? [{ source, name, part }] : []),
      ...openedIn(part.code).map((code) => ({ source, name, part: { kind: 'function', code, takes: '' } })),
    ]),
  )
  const found = inside.flatMap(({ source, name, part }) => {
    const path = onward(known, { source, name, part }, true, new Set())
    return path ? [`${source}: ${path.join(' -> ')}`] : []
  })
  return { found: [...new Set(found)], looked: inside.length }
}

/** A module's declarations by name, and where each name that it imports comes from. */
function partsOf({ source, dependencies }) {
  const text = readFileSync(source, 'utf8')
  const parts = new Map()
  for (const piece of text.split(/^(?=(?:export )?(?:async )?(?:function|const|type|class) )/m)) {
    const [, kind, name] = BEGINS.exec(piece) ?? []
    if (!kind) continue
    const code = piece.replaceAll(/^ *(?:\/\/|\/?\*).*$/gm, '').replaceAll(PICKED, '')
    parts.set(name, { kind, code, takes: TAKES.exec(code)?.[0] ?? '' })
  }
  const imported = new Map()
  for (const [, names, from] of text.matchAll(/^(?:import|export)(?: type)? \{([^}]*)\} from '([^']+)'/gm)) {
    const to = dependencies.find(({ module }) => module === from)?.resolved
    for (const one of names.split(',')) {
      const [original, own = original] = one
        .trim()
        .replace(/^type /, '')
        .split(' as ')
      if (original) imported.set(own, { source: to, name: original })
    }
  }
  return { parts, imported }
}

/** What is done inside each transaction that some code opens: all between the parentheses. */
const openedIn = (code) =>
  [...code.matchAll(OPENS_ONE)].map(({ index }) => {
    let end = code.indexOf('(', index) + 1
    for (let open = 1; open > 0 && end < code.length; end += 1) open += { '(': 1, ')': -1 }[code[end]] ?? 0
    return code.slice(code.indexOf('(', index), end)
  })

/**
 * The names by which something comes to a way out. What it calls can be handed no more than it was itself, so of that only what it calls in turn
 * counts.
 */
function pathOut(known, { source, name }, isHanded, seen) {
  const { parts, imported } = known.get(source) ?? {}
  const part = parts?.get(name)
  if (part?.kind === 'type' && !isHanded) return undefined
  if (WAYS_OUT[source]?.includes(name)) return [name]
  if (!parts || seen.has(`${source} ${name}`)) return undefined
  seen.add(`${source} ${name}`)
  if (part) return onward(known, { source, name, part }, isHanded, seen)
  return imported.has(name) ? pathOut(known, imported.get(name), isHanded, seen) : undefined
}

function onward(known, { source, name, part }, isHanded, seen) {
  const { parts, imported } = known.get(source)
  const handed = new Set(isHanded ? namesIn(part.kind === 'type' ? part.code : part.takes) : [])
  for (const each of new Set(namesIn(part.code))) {
    const to = parts.has(each) ? { source, name: each } : imported.get(each)
    if (!to && each === 'fetch') return [name, each]
    const rest = to && each !== name && pathOut(known, to, handed.has(each), seen)
    if (rest) return [name, ...rest]
  }
  return undefined
}

/** Names of things, and not of their members or of what is said of them. */
const namesIn = (code) => code.match(/(?<![.\w'])[A-Za-z]\w*\b(?!\??: )/g) ?? []
