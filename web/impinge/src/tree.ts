// SPDX-License-Identifier: MIT
//
// A file's bytes to the tree that the readers take (files/host.h says how it is written): by the parsers that are here
// anyway, the browser's for XML, JSON.parse.

const NULL = 0, BOOL = 1, NUMBER = 2, TEXT = 3, LIST = 4, MAP = 5;

/** What XML is parsed with where there is no DOMParser, as in Node. */
export interface XmlParser {
  parseFromString(text: string, type: "application/xml"): Document;
}

class Writer {
  #bytes = new Uint8Array(1 << 16);
  #view = new DataView(this.#bytes.buffer);
  #end = 0;
  readonly #encoder = new TextEncoder();

  #room(size: number): number {
    const at = this.#end;
    if (at + size > this.#bytes.length) {
      const larger = new Uint8Array(2 * (at + size));
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    this.#end += size;
    return at;
  }

  byte(value: number): void {
    const at = this.#room(1);
    this.#view.setUint8(at, value);
  }

  count(value: number): void {
    const at = this.#room(4);
    this.#view.setUint32(at, value, true);
  }

  number(value: number): void {
    const at = this.#room(8);
    this.#view.setFloat64(at, value, true);
  }

  text(value: string): void {
    const bytes = this.#encoder.encode(value);
    this.count(bytes.length);
    const at = this.#room(bytes.length);
    this.#bytes.set(bytes, at);
  }

  node(kind: number, name: string): void {
    this.byte(kind);
    this.text(name);
  }

  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#end);
  }
}

function writeJson(out: Writer, name: string, value: unknown): void {
  if (typeof value === "number" || typeof value === "boolean") {
    out.node(typeof value === "number" ? NUMBER : BOOL, name);
    out.number(Number(value));
  } else if (typeof value === "string") {
    out.node(TEXT, name);
    out.text(value);
  } else if (Array.isArray(value)) {
    const numbers = value.length > 0 && value.every((item) => typeof item === "number");
    out.node(LIST, name);
    out.text("");
    out.count(value.length);
    out.byte(numbers ? 1 : 0);
    for (const item of value) {
      if (numbers) out.number(item as number);
      else writeJson(out, "", item);
    }
  } else if (value !== null && typeof value === "object") {
    const entries = Object.entries(value);
    out.node(MAP, name);
    out.text("");
    out.count(entries.length);
    out.byte(0);
    for (const [key, item] of entries) writeJson(out, key, item);
  } else {
    out.node(NULL, name);
  }
}

function writeXml(out: Writer, element: Element): void {
  const attributes = Array.from(element.attributes);
  const children = Array.from(element.childNodes).filter((node): node is Element => node.nodeType === 1);
  out.node(MAP, element.nodeName);
  out.text(children.length > 0 ? "" : (element.textContent ?? ""));
  out.count(attributes.length + children.length);
  out.byte(0);
  for (const { name, value } of attributes) {
    out.node(TEXT, name);
    out.text(value);
  }
  for (const child of children) writeXml(out, child);
}

/** Drawings have prefixes that nobody declared, and browsers refuse those. */
function declared(text: string): string {
  const used = new Set(Array.from(text.matchAll(/[\s</]([A-Za-z_][\w.-]*):[A-Za-z_]/g), (match) => match[1]!));
  const missing = [...used].filter((prefix) => !/^xml(ns)?$/.test(prefix) && !text.includes(`xmlns:${prefix}=`));
  const names = missing.map((prefix) => ` xmlns:${prefix}="urn:${prefix}"`).join("");
  // They go into the first tag that is not in a comment.
  const tag = /<!--[^]*?-->|<[A-Za-z_][\w.:-]*/g;
  let found = tag.exec(text);
  while (found?.[0].startsWith("<!")) found = tag.exec(text);
  return names && found ? text.slice(0, tag.lastIndex) + names + text.slice(tag.lastIndex) : text;
}

/** What a byte order mark says, or the first line of XML, or UTF-8. */
function textOf(bytes: Uint8Array): string {
  const mark = bytes[0]! * 256 + bytes[1]!;
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const told = /^<\?xml\s[^>]*encoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? "utf-8";
  const encoding = mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : told;
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
}

/** The tree of a file; throws with what is wrong with it. */
export function treeOf(bytes: Uint8Array, parser?: XmlParser): Uint8Array {
  const text = textOf(bytes).trimStart();
  const out = new Writer();
  if (text.startsWith("<")) {
    const xml = parser ?? (typeof DOMParser === "undefined" ? undefined : new DOMParser());
    if (!xml) throw new Error("this is XML, and there is no DOMParser here: give one");
    if (/<!ENTITY/.test(text)) throw new Error("entities are not read");
    const document = xml.parseFromString(declared(text), "application/xml");
    const fault = document.getElementsByTagName("parsererror")[0];
    if (fault || !document.documentElement) {
      throw new Error(fault?.textContent?.trim().replace(/\s+/g, " ") ?? "not XML");
    }
    out.byte("<".charCodeAt(0));
    writeXml(out, document.documentElement);
  } else {
    if (!/^[[{]/.test(text)) throw new Error(text ? "neither XML nor JSON" : "the file is empty");
    out.byte("{".charCodeAt(0));
    writeJson(out, "", JSON.parse(text));
  }
  return out.written;
}
