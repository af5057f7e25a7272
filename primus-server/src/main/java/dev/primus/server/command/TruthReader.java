package dev.primus.server.command;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads true and false, and takes no other word for either. */
final class TruthReader implements ITypeConverter<Boolean> {
    @Override
    public Boolean convert(String word) {
        return switch (word) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new TypeConversionException("'%s': allowed is true or false".formatted(word));
        };
    }
}
