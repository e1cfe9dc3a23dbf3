import '#ui/styles.css'

/* A visit card is whole as the server painted it: it only needs its styles. */
