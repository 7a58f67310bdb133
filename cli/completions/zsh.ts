/**
 * Completions for zsh.
 *
 * @module
 */
import {
  type Completed,
  type CompletedCommand,
  type CompletedOption,
  firstWords,
  secondWords,
} from "./model.ts";

/** Returns the script: read it with `source`, or install it as `_NAME` in `fpath`. */
export function zshScript(commands: readonly CompletedCommand[], program: string): string {
  const firsts = firstWords(commands);
  const parents = firsts.filter(([word]) => secondWords(commands, word).length > 0);
  return `#compdef ${program}
# Completions of ${program} for zsh.
_${program}() {
  local -a described
  local key=$words[2]
  if (( CURRENT == 2 )); then
    described=(${firsts.map(described).join(" ")})
    _describe command described
    return
  fi
  case $key in
${
    parents.map(([word]) =>
      `    (${word})
      if (( CURRENT == 3 )); then
        described=(${secondWords(commands, word).map(described).join(" ")})
        _describe command described
        return
      fi
      key="$key $words[3]"
      shift words
      (( CURRENT-- ))
      ;;`
    ).join("\n")
  }
  esac
  shift words
  (( CURRENT-- ))
  case $key in
${commands.map(commandCase).join("\n")}
  esac
}
if [[ $funcstack[1] == _${program} ]]; then _${program} "$@"; else compdef _${program} ${program}; fi
`;
}

function described([word, help]: [string, string]): string {
  return quoted(`${word}:${help}`);
}

function commandCase({ words, options, argument }: CompletedCommand): string {
  const specs = [
    ...options.map(optionSpec),
    ...(argument === "anything" ? [] : [`*:argument:${action(argument)}`]),
  ];
  return `    (${words.map((word) => word.replaceAll(" ", "\\ ")).join("\\ ")})
      _arguments ${specs.map(quoted).join(" \\\n        ")}
      ;;`;
}

function optionSpec({ name, help, value, list, repeatable }: CompletedOption): string {
  // Brackets and colons separate the parts of a specification.
  const text = help.replaceAll(/[[\\\]:]/g, "\\$&");
  const tail = value === undefined
    ? ""
    : `:value:${
      list && Array.isArray(value) ? `_sequence compadd - ${value.join(" ")}` : action(value)
    }`;
  return `${repeatable ? "*" : ""}${name}[${text}]${tail}`;
}

function action(value: Completed): string {
  if (value === "files") return "_files";
  return value === "anything" ? " " : `(${value.join(" ")})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
