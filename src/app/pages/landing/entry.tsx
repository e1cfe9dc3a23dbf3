import '#ui/styles.css'
import { letSlide } from '#app/pages/landing/before-after.ts'
import { tryNow } from '#app/pages/landing/try-now.ts'

/* The public pages are whole without script; this only lets trying begin at once, and photos slide over each other. */
for (const link of document.querySelectorAll('[data-try-now]')) link.addEventListener('click', (event) => void tryNow(event))
letSlide(document)
