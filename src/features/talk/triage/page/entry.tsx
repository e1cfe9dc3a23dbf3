import '#ui/styles.css'

/* What an owner tells of a lost shoe is whole as the server painted it: it only needs its styles. */
