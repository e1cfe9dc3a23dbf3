/** Marks the box of two photos that lie over each other once there is a script. */
export const BEFORE_AFTER = 'data-before-after'

/** The share of the upper photo that is cut off, in percent; from the left. */
const HALF = '50'

/** Gives each pair of photos its slider: dragged, or by the arrow keys. Called again it changes nothing. */
export function letSlide(root: ParentNode) {
  for (const box of root.querySelectorAll<HTMLElement>(`[${BEFORE_AFTER}]:not([data-slides])`)) addSlider(box)
}

function addSlider(box: HTMLElement) {
  const line = document.createElement('span')
  line.className = 'pointer-events-none absolute inset-y-0 left-[var(--cut)] w-1 -translate-x-1/2 bg-surface'
  const grip = document.createElement('span')
  grip.className =
    'absolute top-1/2 left-1/2 grid size-12 -translate-1/2 place-items-center rounded-full border border-line-2 bg-surface text-20 font-bold text-ink shadow-pop'
  grip.textContent = '↔'
  line.append(grip)
  const slider = document.createElement('input')
  slider.type = 'range'
  slider.min = '0'
  slider.max = '100'
  slider.value = HALF
  slider.setAttribute('aria-label', 'Before and after')
  slider.className = 'absolute inset-0 size-full cursor-ew-resize touch-pan-y opacity-0'
  const show = () => {
    box.style.setProperty('--cut', `${slider.value}%`)
    slider.setAttribute('aria-valuetext', `${slider.value} % before, ${100 - Number(slider.value)} % after`)
  }
  slider.addEventListener('input', show)
  line.setAttribute('aria-hidden', 'true')
  box.append(line, slider)
  box.dataset.slides = ''
  show()
}
