const html = `a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote
body br button canvas caption center cite code col colgroup command content data datalist dd del details dfn dialog dir
div dl dt element em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header
hgroup hr html i iframe image img input ins isindex kbd keygen label legend li link listing main map mark marquee math
menu menuitem meta meter multicol nav nextid nobr noembed noframes noscript object ol optgroup option output p param
picture plaintext portal pre progress q rb rbc rp rt rtc ruby s samp script search section select selectedcontent shadow
slot small source spacer span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead
time title tr track tt u ul var video wbr xmp`

const svg = `animate animatemotion animatetransform animatecolor circle clippath cursor defs desc discard ellipse feblend
fecolormatrix fecomponenttransfer fecomposite feconvolvematrix fediffuselighting fedisplacementmap fedistantlight
fedropshadow feflood fefunca fefuncb fefuncg fefuncr fegaussianblur feimage femerge femergenode femorphology feoffset
fepointlight fespecularlighting fespotlight fetile feturbulence filter foreignobject g glyph glyphref hkern line
lineargradient marker mask metadata missing-glyph mpath path pattern polygon polyline radialgradient rect set stop
switch symbol text textpath tref tspan use view vkern`

const names: ReadonlySet<string> = new Set(`${html} ${svg}`.split(/\s+/))

/** Whether HTML or SVG has, or ever had, an element of this name; letter case does not matter. */
export const isElement = (name: string): boolean => names.has(name.toLowerCase())
