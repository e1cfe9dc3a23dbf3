// Checks that code inside a transaction reaches no other server: the rule is in docs/ARCHITECTURE.md. scripts/boundaries.mjs runs it.
import { readFileSync } from 'node:fs'

const SERVER = /^src\/(features\/[^/]+\/[^/]+|platform)\/server\/(?!.*\.test\.ts$).*\.ts$/

/** Types whose values send requests to another server or the file store, by their module: code that holds one reaches out. */
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

/** A function's name and params, with parentheses nested twice at most. */
const TAKES = /^(?:export )?(?:async )?(?:function \w+|const \w+ =\s+(?:async )?)(?:<[^(]*>)?\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/
/** With the caller's transaction among its params, other than in the type of a function. */
const TAKES_ONE = /^[^(]*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*?\btx: (?:PracticeTx|DirectoryTx)\b/
const BEGINS = /^(?:export )?(?:async )?(function|const|type|class) (\w+)/
/** Begins the code inside a transaction that is opened there. */
const OPENS_ONE = /\b(?:serveMember|withPractice|withDirectory|inPractice)\(/g
/** A `Pick` is judged by the fields it picks. */
const PICKED = /\bPick<\w+, (?![^>]*'(?:files|geocoder|transcriber)')[^>]*>/g

/**
 * All code that runs inside a transaction, its caller's or one opened there, and can reach out: through its params, or through
 * the functions it calls. A line each, with the path, and the number checked. `modules` are those of dependency-cruiser.
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

/** A module's declarations by name, and the source of each imported name. */
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

/** The code inside each transaction that some code opens: all between the parentheses. */
const openedIn = (code) =>
  [...code.matchAll(OPENS_ONE)].map(({ index }) => {
    let end = code.indexOf('(', index) + 1
    for (let open = 1; open > 0 && end < code.length; end += 1) open += { '(': 1, ')': -1 }[code[end]] ?? 0
    return code.slice(code.indexOf('(', index), end)
  })

/**
 * The names through which a declaration reaches out. A function it calls can be given only what it was given itself, so of
 * that one only its own calls count.
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

/** Names of values, without members and object keys. */
const namesIn = (code) => code.match(/(?<![.\w'])[A-Za-z]\w*\b(?!\??: )/g) ?? []
