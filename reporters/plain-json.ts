/**
 * JSON text in which every character shows: what `JSON.stringify` leaves as it is but cannot be seen is escaped too. So is
 * what a page would take for markup and a CI runner for a command: these files are put into pages and printed into logs.
 */
export const plainJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(
    /[<\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]|(?<=#)#(?=\[|vso\[|teamcity\[)/giu,
    (character) =>
      // Code units and not code points, because JSON knows no other escape.
      Array.from({ length: character.length }, (_, at) => character.charCodeAt(at).toString(16).padStart(4, '0'))
        .map((unit) => `\\u${unit}`)
        .join(''),
  )
