import { type Sent, sendFile } from '#app/pages/my/send-file.ts'

/** Shows where files are sent from a page of the portal, and sends those that are chosen, one after the other. */
export function takeFiles(within: HTMLElement) {
  const input = within.querySelector('input')
  const list = within.querySelector('ul')
  const status = within.querySelector('[role=status]')
  const { slug = '', horse = '' } = within.dataset
  if (!input || !list || !status) return
  const of = { practice: slug, horseId: horse }
  let queue = Promise.resolve()
  input.addEventListener('change', () => {
    for (const file of input.files ?? []) {
      const row = rowOf(list, file.name)
      const begin = () => {
        queue = queue.then(async () => {
          const sent = await sendFile(of, file, row.shows)
          row.ends(sent, begin)
          status.textContent = sent.isSent
            ? `${file.name} is sent. Your farrier has it with the horse.`
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

/** A file in the list: its name, and how far it is. */
function rowOf(list: HTMLElement, name: string) {
  const row = document.createElement('li')
  const [title, words] = [document.createElement('b'), document.createElement('span')]
  row.className = 'grid gap-1 [overflow-wrap:anywhere]'
  title.textContent = name
  row.append(title, words)
  list.append(row)
  return {
    shows: (state: string) => {
      words.textContent = state
    },
    ends(sent: Sent, again: () => void) {
      words.textContent = sent.isSent ? 'Sent' : sent.why
      if (sent.isSent || !sent.mayTryAgain) return
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'min-h-12 w-fit rounded-lg border border-line-2 px-4'
      button.textContent = 'Try again'
      button.addEventListener('click', () => {
        button.remove()
        words.textContent = 'Waiting'
        again()
      })
      row.append(button)
    },
  }
}
