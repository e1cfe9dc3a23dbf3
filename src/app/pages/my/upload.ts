import { type Sent, sendFile } from '#app/pages/my/send-file.ts'
import type { FileDetails } from '#features/evidence/files/guest-contract.ts'

/** Shows where files are sent from a page of the portal, and sends those that are chosen, one after the other. */
export function takeFiles(within: HTMLElement) {
  const input = within.querySelector<HTMLInputElement>('input[type=file]')
  const list = within.querySelector('ul')
  const status = within.querySelector('[role=status]')
  const { slug = '', horse = '', carer } = within.dataset
  if (!input || !list || !status) return
  const of = { practice: slug, horseId: horse, ...(carer !== undefined && { asCarer: true }) }
  let queue = Promise.resolve()
  input.addEventListener('change', () => {
    const about = saidIn(within)
    for (const file of input.files ?? []) {
      const row = rowOf(list, file.name)
      const begin = () => {
        queue = queue.then(async () => {
          const said = carer === undefined ? {} : await withFilm(file, about, { horse: carer, asks: row.asks })
          if (!said) return row.ends({ isSent: false, why: 'Left out', mayTryAgain: false }, begin)
          const sent = await sendFile(of, file, row.shows, said)
          row.ends(sent, begin)
          status.textContent = sent.isSent
            ? `${file.name} is sent. ${carer === undefined ? 'Your' : 'The'} farrier has it with the horse.`
            : `${file.name} isn’t sent. ${sent.why}`
        })
      }
      row.shows('Waiting')
      begin()
    }
    input.value = ''
  })
  within.hidden = false
}

/** What is entered now for the files that are chosen. */
function saidIn(within: HTMLElement): FileDetails {
  const said: Record<string, string | boolean> = {}
  for (const field of within.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]')) {
    if (field.type === 'checkbox') said[field.name] = (field as HTMLInputElement).checked
    else if (field.value) said[field.name] = field.value
  }
  return said as FileDetails
}

type Asking = { horse: string; asks: (question: string, yes: string, no: string) => Promise<boolean> }

/** The same with the day a film names. The user confirms one that names another horse; undefined: the file is left out. */
async function withFilm(file: File, said: FileDetails, { horse, asks }: Asking): Promise<FileDetails | undefined> {
  // Where the script that reads films can't be had, it is sent as it is.
  const reading = await import('#app/pages/my/care/film-says.ts').catch(() => undefined)
  const { takenOn, patient } = (await reading?.whatFilmSays(file)) ?? {}
  const isOurs = !reading || reading.isOfHorse(patient, horse)
  if (!isOurs && !(await asks(`The film says it is of ${patient}. Is it of ${horse}?`, `It’s ${horse}: send it`, 'Leave it out')))
    return undefined
  return takenOn && !said.takenOn ? { ...said, takenOn } : said
}

/** A file in the list: its name, and how far it is. */
function rowOf(list: HTMLElement, name: string) {
  const row = document.createElement('li')
  const [title, words] = [document.createElement('b'), document.createElement('span')]
  row.className = 'grid gap-1 [overflow-wrap:anywhere]'
  title.textContent = name
  row.append(title, words)
  list.append(row)
  const button = (label: string) => {
    const made = document.createElement('button')
    made.type = 'button'
    made.className = 'min-h-12 w-fit rounded-lg border border-line-2 px-4'
    made.textContent = label
    row.append(made)
    return made
  }
  return {
    shows: (state: string) => {
      words.textContent = state
    },
    asks(question: string, yes: string, no: string): Promise<boolean> {
      words.textContent = question
      const buttons = [button(yes), button(no)]
      return new Promise((resolve) => {
        for (const [at, one] of buttons.entries())
          one.addEventListener('click', () => {
            for (const each of buttons) each.remove()
            resolve(at === 0)
          })
      })
    },
    ends(sent: Sent, again: () => void) {
      words.textContent = sent.isSent ? 'Sent' : sent.why
      if (sent.isSent || !sent.mayTryAgain) return
      const retry = button('Try again')
      retry.addEventListener('click', () => {
        retry.remove()
        words.textContent = 'Waiting'
        again()
      })
    },
  }
}
